import type { Schema } from '#server/openapi/json-schema.ts'

/** The TypeScript type of a JSON schema, as far as the schemas of this API go. */
export function toType(schema: Schema | undefined): string {
  if (!schema) return 'unknown'
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) ?? 'unknown'
  const variants = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (variants) return variants.map((each) => wrap(toType(each))).join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  const { type } = schema
  if (Array.isArray(type)) return type.map((each) => wrap(toType({ ...schema, type: each }))).join(' | ')
  switch (type) {
    case 'string':
      return schema['format'] === 'binary' ? 'File' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `${wrap(toType(schema['items'] as Schema | undefined))}[]`
    case 'object':
      return toObjectType(schema)
    default:
      return 'unknown'
  }
}

/** `name: type`, or `name?: type | undefined`. */
export const toField = (name: string, schema: Schema, isRequired: boolean): string =>
  `${toKey(name)}${isRequired ? '' : '?'}: ${toType(schema)}${isRequired ? '' : ' | undefined'}`

const toKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

function toObjectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) =>
    toField(name, schema as Schema, required.includes(name)),
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return typeof additionalProperties === 'object'
    ? `Record<string, ${toType(additionalProperties as Schema)}>`
    : 'Record<string, unknown>'
}

const wrap = (type: string): string => (/[|&]/.test(type) && !/^\{.*\}$/.test(type) ? `(${type})` : type)
