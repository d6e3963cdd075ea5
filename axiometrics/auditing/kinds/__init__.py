"""The kinds of claim, one a file: each declares `KIND` (`auditing.kind.ClaimKind`), and the folder is the list.

A kind says which fields a claim of it has, what may be published, which cells it needs, and how it is judged in
every reading. So a new kind of sentence in a paper is a new file, and neither the reader of claims nor the audit
changes.
"""
