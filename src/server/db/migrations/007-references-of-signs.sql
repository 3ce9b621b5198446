-- A reference without a letter or digit, such as "-", had a search token that says nothing, which the self-check names.
delete from order_tokens where part in (select part from token_parts) and token = '=';
