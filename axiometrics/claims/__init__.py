"""Published claims as data, one file a paper; `axiometrics audit` compares them with what is computed."""
