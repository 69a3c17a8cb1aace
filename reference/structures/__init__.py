"""The bytes that the documents speak of: MQMD, MQDLH, MQXQH and MQRFH2, packed and unpacked.

Every `unpack_...` is total: for any bytes it answers with the value and where it ended, or with a
`Malformed` that says which field is wrong, where, and what would be right. Every `pack_...` is its
inverse; a value that the structure cannot hold is a mistake of the caller and raises ValueError.
Values are frozen, blanks that pad a character field are not part of its value, ids are bytes.

Left out: the header in front of a message on the staging queue (its layout is not documented, DD-09),
MQMDE, MQRFH of version 1, and structures written in EBCDIC.
"""
