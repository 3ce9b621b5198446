import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { getMessages } from '#server/messages.ts'
import type { Description } from '#server/openapi/generate-client.ts'
import clientExample from '#server/openapi/client-example.txt' with { type: 'text' }
import styles from '#server/openapi/reference.css' with { type: 'text' }
import {
  listFields,
  type Markup,
  renderFields,
  renderType,
  typesTag,
  type Words,
} from '#server/openapi/render-fields.ts'
import { renderOperation } from '#server/openapi/render-operation.ts'
import type { ListedOperation } from '#server/openapi/to-curl.ts'
import { logo } from '#shared/brand.ts'
import { storageKeys } from '#shared/constants.ts'
import { answers } from '#shared/messages/answers.ts'
import type { Locale } from '#shared/locales.ts'
import { ProblemError } from '#shared/problem.ts'
import { html, raw } from 'hono/html'

const firstTag = 'orders'
/** How many operations are rendered before other requests run. */
const perTurn = 10

/** The color mode of the system applies, unless the user has chosen dark in the app. Its storage may be blocked. */
const followColorMode = `try {
  if (localStorage.getItem('${storageKeys.colorMode}') === 'dark') document.documentElement.style.colorScheme = 'dark'
} catch {}`

/** The API to read, one part of it at a time: a document of its own whose only script sets the color mode. Throws `not-found` for a part that does not exist. */
export async function renderReference(description: Description, tag = firstTag, locale: Locale): Promise<Response> {
  const words = answers[locale].reference
  const origin = description.servers[0]?.url ?? ''
  const operations = listOperations(description)
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? '')), typesTag]
  if (!tags.includes(tag)) throw new ProblemError('not-found')
  const sections: Markup[] = tag === typesTag ? renderTypes(description, words) : []
  for (const [index, each] of operations.filter(({ operation }) => operation.tags[0] === tag).entries()) {
    if (index % perTurn === 0) await yieldToEventLoop()
    sections.push(renderOperation(each, origin, words))
  }
  if (tag === 'webhooks') sections.push(renderWebhooks(description, words))
  const nonce = crypto.randomUUID()
  const page = await html`<!doctype html>
    <html lang="${locale === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${words.title} · ${tag}</title>
        <style nonce="${nonce}">
          ${raw(styles)}
        </style>
        <script nonce="${nonce}">
          ${raw(followColorMode)}
        </script>
      </head>
      <body>
        <header>
          <a class="brand" href="/">${renderLogo()} ${getMessages(locale).common.product}</a>
          <nav aria-label="${words.tags}">
            <ul>
              ${tags.map((each) => renderTagLink(each, tag, words))}
            </ul>
          </nav>
        </header>
        <main>
          <div class="intro">
            <h1>${words.title}</h1>
            <ul>
              ${words.rules.map((rule) => html`<li>${rule}</li>`)}
            </ul>
            <p><a href="/api/openapi.json">${words.description}</a></p>
            <details>
              <summary>${words.client}</summary>
              <p>${words.clientText} <a href="/api/client.ts">kontor-client.ts</a></p>
              <pre tabindex="0"><code>${clientExample.replaceAll('https://kontor.example.com', origin)}</code></pre>
            </details>
          </div>
          ${sections}
        </main>
      </body>
    </html>`
  return new Response(String(page), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

const renderLogo = (): Markup =>
  html`<svg viewBox="${logo.viewBox}" stroke-width="${logo.strokeWidth}" aria-hidden="true">
    <rect width="${logo.background.width}" height="${logo.background.height}" rx="${logo.background.rx}" />
    <path d="${logo.letter}" />
  </svg>`

const listOperations = ({ paths }: Description): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const renderTagLink = (tag: string, current: string, words: Words): Markup => {
  const label = tag === typesTag ? words.types : tag
  return tag === current
    ? html`<li><a href="?tag=${tag}" aria-current="page">${label}</a></li>`
    : html`<li><a href="?tag=${tag}">${label}</a></li>`
}

const renderTypes = ({ components }: Description, words: Words): Markup[] =>
  Object.entries(components.schemas).map(([name, schema]) => {
    const fields = listFields(schema)
    return html`<section id="${name}">
      <h2><code>${name}</code></h2>
      ${fields.length > 0 ? renderFields(fields, words) : html`<pre tabindex="0"><code>${renderType(schema)}</code></pre>`}
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
