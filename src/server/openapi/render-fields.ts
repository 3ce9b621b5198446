import type { Schema } from '#server/openapi/json-schema.ts'
import { toType } from '#server/openapi/schema-types.ts'
import type { answers } from '#shared/messages/answers.ts'
import { html } from 'hono/html'

export type Markup = ReturnType<typeof html>
export type Words = (typeof answers)['en']['reference']

/** The part of the reference that has the named types. */
export const typesTag = 'types'

/** A field of an input or of a type; `place` is where it is sent. */
export interface Field {
  name: string
  required: boolean
  schema: Schema
  place?: string | undefined
  description?: string | undefined
}

export const listFields = (schema: Schema | undefined): Field[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    required: schema?.required?.includes(name) ?? false,
    schema: property,
    description: property['description'] as string | undefined,
  }))

export const renderFields = (fields: readonly Field[], words: Words): Markup =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">${words.name}</th>
        ${fields[0]?.place === undefined ? '' : html`<th scope="col">${words.place}</th>`}
        <th scope="col">${words.required}</th>
        <th scope="col">${words.type}</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map(
        ({ name, place, required, schema, description }) =>
          html`<tr>
            <td><code>${name}</code></td>
            ${place === undefined ? '' : html`<td>${place}</td>`}
            <td>${required ? words.yes : ''}</td>
            <td>
              <code>${renderType(schema)}</code>
              ${description === undefined ? '' : html`<p>${renderText(description)}</p>`}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`

/** A sentence with its code marked. */
const renderText = (text: string): Markup[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** A type as text, with a link from each name to its definition. */
export function renderType(schema: Schema | undefined): Markup {
  const text = toType(schema).replaceAll(' | undefined', '')
  const names = new Set(
    Array.from(JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name]) => name),
  )
  const parts = text
    .split(/\b/)
    .map((part) => (names.has(part) ? html`<a href="?tag=${typesTag}#${part}">${part}</a>` : part))
  return html`${parts}`
}
