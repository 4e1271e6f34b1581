import type { Client } from 'pg';

const ours = `n.nspname in ('public', 'ledger')`;
const inOrder = 'order by n.nspname collate "C", c.relname collate "C"';

/** The database as its migrations leave it, as SQL for people to read: tables with all that guards them, views, functions. */
export async function describeSchema(client: Client): Promise<string> {
  const texts = async (query: string) =>
    (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
  const sections = {
    Types: await texts(types),
    Sequences: await texts(sequences),
    Tables: await texts(tables),
    Views: await texts(views),
    Functions: await texts(functions),
  };
  return Object.entries(sections)
    .map(([title, parts]) => `-- ${title}\n\n${parts.join('\n\n')}\n`)
    .join('\n\n');
}

const types = `
  select format('create type %s.%s as (%s);', n.nspname, c.relname,
      string_agg(format('%s %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
   where c.relkind = 'c' and ${ours} group by n.nspname, c.relname ${inOrder}`;

const sequences = `
  select format('create sequence %s.%s;', n.nspname, c.relname) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'S' and ${ours}
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')) ${inOrder}`;

// Not null is part of the column; what PostgreSQL 18 adds as a constraint for it would say it twice.
const columns = `
  select string_agg(concat_ws(' ', '  ' || attname, format_type(atttypid, atttypmod),
      case when attidentity <> '' then 'generated always as identity'
           when attgenerated <> '' then format('generated always as (%s) stored', pg_get_expr(adbin, adrelid))
           when adbin is not null then 'default ' || pg_get_expr(adbin, adrelid) end,
      case when attnotnull then 'not null' end), E',\\n' order by attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = c.oid and attnum > 0 and not attisdropped`;
const constraints = `
  select string_agg(format(E',\\n  constraint %I %s', conname, pg_get_constraintdef(oid)), ''
      order by position(contype in 'pufxc'), conname collate "C")
    from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'x', 'c')`;
const indexes = `
  select string_agg(pg_get_indexdef(i.indexrelid) || ';', E'\\n' order by i.indexrelid::regclass::text collate "C")
    from pg_index i where i.indrelid = c.oid and not exists (select from pg_constraint where conindid = i.indexrelid
      and contype in ('p', 'u', 'x'))`;
const triggers = `
  select string_agg(pg_get_triggerdef(oid) || ';', E'\\n' order by tgname collate "C")
    from pg_trigger where tgrelid = c.oid and not tgisinternal`;
const grants = `
  select string_agg(format('grant %s on %I.%I to %s;', what, n.nspname, c.relname, who), E'\\n' order by who)
    from (select grantee::regrole::text as who, string_agg(lower(privilege_type), ', ' order by privilege_type) as what
            from aclexplode(c.relacl) where grantee <> c.relowner and grantee <> 0 group by 1) granted`;

const tables = `
  select concat_ws(E'\\n', format(E'create table %s.%s (\\n%s%s\\n)%s;', n.nspname, c.relname, (${columns}),
      (${constraints}), case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) end),
      (${indexes}), (${triggers}), (${grants})) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and not c.relispartition and ${ours} ${inOrder}`;

const views = `
  select concat_ws(E'\\n', format(E'create view %s.%s as\\n%s', n.nspname, c.relname, pg_get_viewdef(c.oid)), (${grants})) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v' and ${ours} ${inOrder}`;

const functions = `
  select rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname = 'public' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   order by p.proname collate "C", p.oid::regprocedure::text collate "C"`;
