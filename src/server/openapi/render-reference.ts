import { yieldToEventLoop } from '#server/event-loop.ts'
import type { Operation } from '#server/openapi/describe.ts'
import type { Schema } from '#server/openapi/json-schema.ts'
import type { Description } from '#server/openapi/generate-client.ts'
import styles from '#server/openapi/reference.css' with { type: 'text' }
import { toType } from '#server/openapi/schema-types.ts'
import { storageKeys } from '#shared/constants.ts'
import { answers } from '#shared/messages/answers.ts'
import type { Locale } from '#shared/locales.ts'
import { ProblemError } from '#shared/problem.ts'
import { html, raw } from 'hono/html'

type Markup = ReturnType<typeof html>
type Words = (typeof answers)['en']['reference']

/** The rooms that are no part of a path. */
const typesRoom = 'types'
const firstRoom = 'orders'
/** How many operations are rendered before other requests run. */
const perTurn = 10

/** The color mode of the system applies, unless the user has chosen dark in the app. Its storage may be blocked. */
const followColorMode = `try {
  if (localStorage.getItem('${storageKeys.colorMode}') === 'dark') document.documentElement.style.colorScheme = 'dark'
} catch {}`

/** The API to read, one part of it at a time: a document of its own whose only script sets the color mode. Throws `not-found` for a part that does not exist. */
export async function renderReference(description: Description, room = firstRoom, locale: Locale): Promise<Response> {
  const words = answers[locale].reference
  const operations = listOperations(description)
  const rooms = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? '')), typesRoom]
  if (!rooms.includes(room)) throw new ProblemError('not-found')
  const sections: Markup[] = room === typesRoom ? renderTypes(description, words) : []
  for (const [index, each] of operations.filter(({ operation }) => operation.tags[0] === room).entries()) {
    if (index % perTurn === 0) await yieldToEventLoop()
    sections.push(renderOperation(each, words))
  }
  if (room === 'webhooks') sections.push(renderWebhooks(description, words))
  const nonce = crypto.randomUUID()
  const page = await html`<!doctype html>
    <html lang="${locale === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${words.title} · ${room}</title>
        <style nonce="${nonce}">
          ${raw(styles)}
        </style>
        <script nonce="${nonce}">
          ${raw(followColorMode)}
        </script>
      </head>
      <body>
        <header>
          <h1>${words.title}</h1>
          <p>${words.intro}</p>
          <p><a href="/api/openapi.json">${words.description}</a> · <a href="/api/client.ts">${words.client}</a></p>
          <nav aria-label="${words.rooms}">
            <ul>
              ${rooms.map((each) => renderRoomLink(each, room, words))}
            </ul>
          </nav>
        </header>
        <main>${sections}</main>
      </body>
    </html>`
  return new Response(String(page), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

interface ListedOperation {
  method: string
  path: string
  operation: Operation
}

const listOperations = ({ paths }: Description): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const renderRoomLink = (room: string, current: string, words: Words): Markup => {
  const label = room === typesRoom ? words.types : room
  return room === current
    ? html`<li><a href="?room=${room}" aria-current="page">${label}</a></li>`
    : html`<li><a href="?room=${room}">${label}</a></li>`
}

function renderOperation({ method, path, operation }: ListedOperation, words: Words): Markup {
  const { operationId, summary, security, parameters = [], requestBody, responses } = operation
  const [, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const fields: Field[] = [
    ...parameters.map(({ name, in: place, required, schema }) => ({ name, place, required, schema })),
    ...listFields(body?.schema).map((field) => ({ ...field, place: 'body' })),
  ]
  const answer = responses['200'] ?? responses['201']
  const [type, media] = Object.entries(answer?.content ?? {})[0] ?? []
  const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  const acceptsTokens = security.some((each) => 'token' in each)
  return html`<section id="${operationId}">
    <h2>${summary}</h2>
    <p class="path"><code>${method} ${path}</code></p>
    <p>
      ${words.permission}:
      ${describeAccess(operation, words)}${!acceptsTokens && security.length > 0 ? ` · ${words.noTokens}` : ''}
    </p>
    ${fields.length > 0 ? renderFields(fields, words) : ''}
    <h3>${words.answer}</h3>
    <pre tabindex="0"><code>${type === 'application/json' ? toType(media?.schema) : type}</code></pre>
    ${renderExample(operation, words)}
    <details>
      <summary>${words.problems}</summary>
      <ul>
        ${problems.map(([status, { description }]) => html`<li><code>${status}</code> ${description}</li>`)}
      </ul>
    </details>
  </section>`
}

function describeAccess(operation: Operation, words: Words): string {
  const permission = operation['x-permission']
  if (permission !== undefined) return permission
  if (operation.security.some((each) => 'signature' in each)) return words.signature
  return operation.security.length === 0 ? words.anyone : words.loggedIn
}

/** What was sent and answered, if it is JSON. */
function renderExample({ parameters = [], requestBody, responses }: Operation, words: Words): Markup | string {
  const sent = [
    ...parameters
      .filter(({ example }) => example !== undefined)
      .map(({ name, example }) => `${name}: ${formatJson(example)}`),
    ...Object.values(requestBody?.content ?? {}).map(({ example }) => formatJson(example)),
  ].filter((text) => text !== '')
  const answered = Object.values((responses['200'] ?? responses['201'])?.content ?? {}).map(({ example }) =>
    formatJson(example),
  )
  const text = [sent.join('\n'), ...answered].filter((part) => part !== '').join('\n\n→ ')
  if (text === '') return ''
  return html`<details>
    <summary>${words.example}</summary>
    <pre tabindex="0"><code>${text}</code></pre>
  </details>`
}

const formatJson = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

interface Field {
  name: string
  required: boolean
  schema: Schema
  place?: string
}

const listFields = (schema: Schema | undefined): Field[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    required: schema?.required?.includes(name) ?? false,
    schema: property as Schema,
  }))

const renderFields = (fields: readonly Field[], words: Words): Markup =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">${words.name}</th>
        ${fields[0]?.place === undefined ? '' : html`<th scope="col">${words.place}</th>`}
        <th scope="col">${words.type}</th>
        <th scope="col">${words.required}</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map(
        ({ name, place, required, schema }) =>
          html`<tr>
            <td><code>${name}</code></td>
            ${place === undefined ? '' : html`<td>${place}</td>`}
            <td><code>${toType(schema)}</code></td>
            <td>${required ? words.yes : ''}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

const renderTypes = ({ components }: Description, words: Words): Markup[] =>
  Object.entries(components.schemas).map(([name, schema]) => {
    const fields = listFields(schema as Schema)
    return html`<section id="${name}">
      <h2><code>${name}</code></h2>
      ${fields.length > 0 ? renderFields(fields, words) : html`<pre tabindex="0"><code>${toType(schema as Schema)}</code></pre>`}
    </section>`
  })

const renderWebhooks = ({ webhooks }: Description, words: Words): Markup =>
  html`<section id="events">
    <h2>${words.webhooks}</h2>
    <p>${words.webhooksText}</p>
    <ul>
      ${Object.keys(webhooks).map((topic) => html`<li><code>${topic}</code></li>`)}
    </ul>
  </section>`
