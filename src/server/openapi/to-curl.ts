import type { Operation } from '#server/openapi/describe.ts'
import type { Schema } from '#server/openapi/json-schema.ts'

/** An operation with its method and the template of its path. */
export interface ListedOperation {
  method: string
  path: string
  operation: Operation
}

/** The recorded call of an operation as a command of a POSIX shell. `KONTOR_TOKEN` has the token; a file is named as an example. */
export function toCurl(origin: string, { method, path, operation }: ListedOperation): string {
  const { security, parameters = [], requestBody } = operation
  const content = requestBody?.content ?? {}
  const body = content['application/json']?.example
  const files = listFiles(content['multipart/form-data']?.schema)
  const sendsBody = body !== undefined || files.length > 0
  const lines = [
    `curl${method === (sendsBody ? 'POST' : 'GET') ? '' : ` -X ${method}`} ${quote(origin + fillIn(path, parameters))}`,
    ...(security.some((each) => 'token' in each) ? ['-H "Authorization: Bearer $KONTOR_TOKEN"'] : []),
    ...(body === undefined
      ? files.map((name) => `-F ${quote(`${name}=@${name}.csv`)}`)
      : [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}

function fillIn(path: string, parameters: NonNullable<Operation['parameters']>): string {
  const examples = new Map(parameters.map(({ name, example }) => [name, example]))
  const query = new URLSearchParams()
  for (const { name, in: place, example } of parameters)
    if (place === 'query' && example !== undefined)
      for (const value of Array.isArray(example) ? example : [example]) query.append(name, String(value))
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(examples.get(name))))
  return query.size > 0 ? `${filled}?${query}` : filled
}

const listFiles = (schema: Schema | undefined): string[] =>
  Object.entries(schema?.properties ?? {}).flatMap(([name, { format }]) => (format === 'binary' ? [name] : []))

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
