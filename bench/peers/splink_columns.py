"""Columns of the labelled sets as a person would set Splink up: the kind of each, blocking, and rules that are nearly sure.

A set is `columns` {name: kind}, `block` (rules that propose pairs), `train` (two rules for EM; each leaves out the columns it
blocks on) and `sure` (rules of the prior, with a recall of 0.7). In a rule, `rare:title` means a rare word of the title in
common and `first:title` its rarest word; anything else is a column or an SQL expression; + joins conditions.
"""

papers = {
    "columns": {"title": "text", "authors": "text", "venue": "text", "year": "number"},
    "block": ["rare:title", "rare:authors"],
    "train": ["first:title", "first:authors"],
    "sure": ["title"],
}

sets = {
    "restaurant": {
        "columns": {"name": "text", "address": "text", "city": "category"},
        "block": ["rare:name", "rare:address"],
        "train": ["first:name", "first:address"],
        "sure": ["name+city", "address+city"],
    },
    "cora": {
        "columns": {"author": "text", "title": "text", "venue": "text", "year": "number"},
        "block": ["rare:title", "rare:author"],
        "train": ["first:title", "first:author"],
        "sure": ["title+year"],
        "most": 300,
    },
    "early_childhood": {
        "columns": {"name": "text", "address": "text", "zip": "code", "phone": "phone"},
        "block": ["rare:name", "rare:address", "phone"],
        "train": ["phone", "first:address"],
        "sure": ["phone+address", "name+address"],
    },
    "febrl3": {
        "columns": {
            "given_name": "name", "surname": "name", "address_1": "name", "suburb": "name", "postcode": "code",
            "date_of_birth": "date",
        },
        "block": [
            "date_of_birth", "given_name+surname", "surname+postcode", "given_name+postcode", "address_1", "suburb+given_name",
        ],
        "train": ["date_of_birth", "given_name+surname"],
        "sure": ["date_of_birth+surname", "date_of_birth+given_name"],
    },
    "dblp_acm": papers,
    "dblp_scholar_part": papers,
    "abt_buy": {
        "columns": {"title": "product", "description": "text", "price": "amount"},
        "block": ["rare:title"],
        "train": ["first:title", "first:description"],
        "sure": ["title"],
    },
    "amazon_google": {
        "columns": {"title": "product", "description": "text", "manufacturer": "name", "price": "amount"},
        "block": ["rare:title"],
        "train": ["first:title", "manufacturer+price"],
        "sure": ["title"],
    },
    "walmart_amazon": {
        "columns": {"title": "product", "modelno": "code", "brand": "name", "price": "amount"},
        "block": ["rare:title", "modelno"],
        "train": ["modelno", "first:title"],
        "sure": ["modelno+brand"],
    },
    "rldata10000": {
        "columns": {
            "fname_c1": "name", "fname_c2": "category", "lname_c1": "name", "year": "code", "month": "category", "day": "category",
        },
        "renamed": {"by": "year", "bm": "month", "bd": "day"},  # `by` is a word of SQL
        "block": [
            "lname_c1+year", "fname_c1+year", "year+month+day", "fname_c1+lname_c1", "fname_c1+month+day", "lname_c1+month+day",
        ],
        "train": ["lname_c1+fname_c1", "year+month+day"],
        "sure": ["fname_c1+lname_c1+year", "fname_c1+year+month+day", "lname_c1+year+month+day"],
    },
    "orgs_hard": {
        "columns": {
            "org_name": "text", "street": "text", "city": "category", "postcode": "code", "website": "name",
            "industry": "category",
        },  # not the phone, which no two records share
        "block": ["rare:org_name", "postcode", "website", "rare:street"],
        "train": ["city+industry", "website"],
        "sure": ["website+postcode", "org_name+postcode"],
    },
    "okkam_restaurants": {
        "columns": {"name": "text", "phone_number": "phone", "street": "text"},
        "block": ["rare:name", "phone_number", "rare:street"],
        "train": ["phone_number", "first:name"],
        "sure": ["name+phone_number"],
    },
    "synth_people": {
        "columns": {
            "first_name": "name", "last_name": "name", "born": "date", "street": "text", "town": "name", "email": "email",
        },
        "block": ["email", "born", "last_name+substr(first_name, 1, 1)", "first_name+town", "rare:street"],
        "train": ["born", "first_name+last_name"],
        "sure": ["email+last_name", "first_name+last_name+born"],
    },
    "mix_couples_20": {
        "columns": {
            "first": "name", "last": "name", "born": "date", "street": "text", "city": "name", "zip": "code", "phone": "phone",
            "email": "email",
        },
        "block": ["email", "born", "first+last", "last+zip", "phone", "rare:street"],
        "train": ["phone", "first+last"],
        "sure": ["email+last", "first+last+born"],
    },
    "synth_lookalikes": {
        "columns": {"name": "product", "detail": "text", "code": "code"},
        "block": ["rare:name", "rare:detail", "code"],
        "train": ["code", "first:detail"],
        "sure": ["name+code"],
    },
}
