import type { QueryParameters } from '#shared/routes/with-query.ts'

/** Parameters that a GET form keeps, as hidden fields; lists repeat their name. */
export const HiddenFields = ({ values }: { values: QueryParameters }) =>
  Object.entries(values).flatMap(([name, value]) =>
    [value ?? []]
      .flat()
      .map((each) => <input key={`${name} ${each}`} type="hidden" name={name} value={String(each)} />),
  )
