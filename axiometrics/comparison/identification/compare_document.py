"""The type of the document that `axiometrics compare` writes, where the schemas look for it."""

from axiometrics.comparison.identification.document import CompareDocument

DOCUMENT = CompareDocument
