import type { Operation } from '#server/openapi/describe.ts'
import type { Schema } from '#server/openapi/json-schema.ts'
import {
  type Field,
  listFields,
  type Markup,
  renderFields,
  renderType,
  type Words,
} from '#server/openapi/render-fields.ts'
import { type ListedOperation, toCurl } from '#server/openapi/to-curl.ts'
import { html } from 'hono/html'

/** What one call takes and answers, with an example to run at `origin`. */
export function renderOperation(listed: ListedOperation, origin: string, words: Words): Markup {
  const { method, path, operation } = listed
  const { operationId, summary, security, responses } = operation
  const fields = listInputs(operation)
  const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  const acceptsTokens = security.some((each) => 'token' in each)
  return html`<section id="${operationId}">
    <div>
      <h2><a href="#${operationId}">${summary}</a></h2>
      <p class="path">
        <code><b>${method}</b> ${path}</code>
      </p>
      <p>
        ${words.permission}:
        ${describeAccess(operation, words)}${!acceptsTokens && security.length > 0 ? ` · ${words.noTokens}` : ''}
      </p>
      ${fields.length > 0 ? renderFields(fields, words) : ''}
      <h3>${words.answer}</h3>
      ${renderAnswers(operation)}
      <details>
        <summary>${words.problems}</summary>
        <ul>
          ${problems.map(([status, { description }]) => html`<li><code>${status}</code> ${description}</li>`)}
        </ul>
      </details>
    </div>
    <div class="example">
      <h3>${words.example}</h3>
      <pre tabindex="0"><code>${toCurl(origin, listed)}</code></pre>
      ${renderExampleAnswer(operation)}
    </div>
  </section>`
}

function listInputs({ parameters = [], requestBody }: Operation): Field[] {
  const [body] = Object.values(requestBody?.content ?? {})
  return [
    ...parameters.map(({ name, in: place, required, schema, description }) => ({
      name,
      place,
      required,
      schema,
      description,
    })),
    ...listFields(body?.schema).map((field) => ({ ...field, place: 'body' })),
  ]
}

function describeAccess(operation: Operation, words: Words): string {
  const permission = operation['x-permission']
  if (permission !== undefined) return permission
  if (operation.security.some((each) => 'signature' in each)) return words.signature
  return operation.security.length === 0 ? words.anyone : words.loggedIn
}

const listAnswers = ({ responses }: Operation) => Object.entries(responses).filter(([status]) => Number(status) < 300)

/** Every status of success with what it answers. */
const renderAnswers = (operation: Operation): Markup[] =>
  listAnswers(operation).map(([status, { description, content = {} }]) => {
    const [[type, media] = []] = Object.entries(content)
    return html`<p><code>${status}</code> ${description}</p>
      ${type === undefined ? '' : html`<pre tabindex="0"><code>${renderAnswerType(type, media?.schema)}</code></pre>`}`
  })

const renderAnswerType = (type: string, schema: Schema | undefined): Markup | string =>
  type === 'application/json' ? renderType(schema) : type

/** What was answered, if it is JSON. */
function renderExampleAnswer(operation: Operation): Markup | string {
  const examples = listAnswers(operation).flatMap(([, { content = {} }]) => Object.values(content))
  const answered = examples.find(({ example }) => example !== undefined)
  return answered ? html`<pre tabindex="0"><code>${JSON.stringify(answered.example, null, 2)}</code></pre>` : ''
}
