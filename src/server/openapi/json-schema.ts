import { componentPath, namedInputs, namedSchemas } from '#server/openapi/named-schemas.ts'
import { describeTypeField } from '#server/openapi/type-descriptions.ts'
import * as z from 'zod/mini'

export type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] }

/** The shape of a checked value, or a reference to its name; where a schema accepts several spellings, this is the one it produces. */
export function toJsonSchema(schema: z.ZodMiniType): Schema {
  const name = namedSchemas.get(schema)?.id
  return name === undefined ? expandSchema(schema, 'output') : { $ref: componentPath + name }
}

/** An input as its schema checks it, with the fields that a caller has to send. */
export interface InputSchema {
  properties: Record<string, Schema>
  required: string[]
  /** For an input whose unknown fields are errors. */
  additionalProperties?: false
}

export function describeInput(schema: z.ZodMiniObject): InputSchema {
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = requireSent(expandSchema(schema, 'output'), expandSchema(schema, 'input'))
  return { properties, required, ...(additionalProperties === false && { additionalProperties }) }
}

/** A checked value has its defaults, which a caller may leave out: takes over what is required from the schema of what is sent. */
function requireSent(checked: Schema, sent: Schema): Schema {
  const properties = Object.entries(checked.properties ?? {}).map(([name, property]) => {
    const sentProperty = sent.properties?.[name]
    return [name, sentProperty?.properties ? requireSent(property, sentProperty) : property]
  })
  const { required: _, ...rest } = checked
  return {
    ...rest,
    ...(checked.properties && { properties: Object.fromEntries(properties) }),
    ...(sent.required && { required: sent.required }),
  }
}

export function describeNamedSchemas(): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(namedSchemas, { unrepresentable: 'any', uri: (name) => componentPath + name })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, id: _name, ...schema }]) => {
      const input = namedInputs[name]
      return [name, describeFields(name, input ? { type: 'object', ...describeInput(input) } : (schema as Schema))]
    }),
  )
}

function describeFields(type: string, { properties, ...schema }: Schema): Schema {
  if (!properties) return schema
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    { ...property, description: describeTypeField(type, name) },
  ])
  return { ...schema, properties: Object.fromEntries(described) }
}

function expandSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const options = { unrepresentable: 'any', io, metadata: namedSchemas } as const
  const { $schema: _, $defs, ...described } = z.toJSONSchema(schema, options)
  // A schema that has a name is described as a reference to its definition.
  const name = namedSchemas.get(schema)?.id
  const { id: _id, ...shape } = (name === undefined ? described : $defs?.[name]) ?? described
  return JSON.parse(JSON.stringify(shape).replaceAll('"#/$defs/', `"${componentPath}`)) as Schema
}
