"""Functions that judge the rare claims of our studies: claims of one paper that no kind of claim can express.

The problem: papers say things in which nobody else is interested, such as the shape of an example organization. When
each of these was a kind of claim, it needed fields, a check of each field, a part of the JSON Schema and a row of the
documentation, all for users who never wrote it. Here such a claim is a function. The figures stay in the table, the
`claims.json` of the study: a claim whose `kind` is the name of a function of its study is judged by that function.

A module has the name of a study and lists its functions as `FUNCTIONS`. A function takes the claim, whose fields it
reads as `claim["n"]`, and returns the outcomes. Its fields are not checked, since no file of a user reaches it: a file
has the kinds of `auditing/kinds/` alone. A claim that needs cells is always of a kind, because the audit and the
shipped proofs have to know all cells before the first claim is judged.

We rejected a `claims.py` in the folder of the study: the functions ask metrics, which studies do not know.
"""
