"""The kinds of claim, one in each file: a file declares `KIND` (`auditing.kind.ClaimKind`), and the folder is the list
of kinds.

A kind says which fields its claims have, which values may be published, which cells it needs, and how a claim is
judged in every reading. So a new kind of sentence in a paper is a new file, and neither the reader of claims nor the
audit changes.
"""
