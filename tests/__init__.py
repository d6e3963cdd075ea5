"""The tests are a package, since a library that they compare with installs a package of that name."""
