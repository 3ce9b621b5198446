-- The first characters of the tokens of numbers, references and places that are in parts (token-beginnings.ts). A beginning that no token has any more stays: it only
-- makes searches look into the parts.
create table token_beginnings (
  beginning text not null primary key
);
insert into token_beginnings (beginning)
select distinct substr(token, 1, 4) from order_tokens
where part in (select part from token_parts) and token >= '#' and token < '$';
insert into token_beginnings (beginning)
select distinct substr(token, 1, 4) from order_tokens
where part in (select part from token_parts) and token >= '+' and token < ',';
insert into token_beginnings (beginning)
select distinct substr(token, 1, 4) from order_tokens
where part in (select part from token_parts) and token >= '=' and token < '>';
