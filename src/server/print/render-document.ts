import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import styles from '#server/print/document.css' with { type: 'text' }
import type { Locale } from '#shared/locales.ts'
import type { Answers } from '#shared/messages/answers.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { Paper } from '#shared/print/documents.ts'
import { dayOf, zonedTime } from '#shared/time.ts'
import { html, raw } from 'hono/html'

/** Escaped markup; every value in an `html` template is escaped. */
export type Markup = ReturnType<typeof html>

/** What is printed, and how. */
export interface PrintJob {
  db: Db
  paper: Paper
  language: Locale
  messages: Messages & Answers
  timeZone: string
  /** Epoch milliseconds. */
  now: number
}

/** A part of a document that begins on a page of its own. */
export interface Sheet {
  /** The footer of each of its pages: the number of the order. */
  footer: string
  content: Markup
}

/**
 * A document that prints itself once it is loaded: its own styles, no scripts but that one, nothing from anywhere else. Sheets are
 * rendered one after the other, so that other requests run in between.
 */
export async function renderDocument(
  { paper, language, messages }: PrintJob,
  title: string,
  sheets: AsyncIterable<Sheet>,
): Promise<Response> {
  const nonce = crypto.randomUUID()
  const parts: string[] = []
  const pages: string[] = []
  for await (const { footer, content } of sheets) {
    parts.push(String(await html`<article class="sheet sheet-${parts.length}">${content}</article> `))
    pages.push(styleSheetPages(pages.length, footer))
    await yieldToEventLoop()
  }
  // Browsers cannot count the pages of each sheet.
  if (parts.length === 1) pages.push("@page { @bottom-right { content: counter(page) ' / ' counter(pages) } }")
  const head = html`<!doctype html>
    <html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${raw([styles, pageStyles[paper], ...pages].join('\n'))}
        </style>
        <script nonce="${nonce}">
          addEventListener('load', () => {
            document.querySelector('button').addEventListener('click', () => print())
            print()
          })
        </script>
      </head>
    </html>`
  const bar = html`<body class="paper-${paper}">
    <header class="bar">
      <h1>${title}</h1>
      <button type="button">${messages.documents.print}</button>
    </header>
  </body>`
  return new Response(`${await head}\n${await bar}\n<main>\n${parts.join('')}</main>\n</body>\n</html>\n`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

/** The page of a receipt printer is as long as a sheet of A4; drivers cut off what stays empty. */
const pageStyles: Record<Paper, string> = {
  'a4': '@page { size: A4; margin: 14mm 14mm 16mm }',
  '80mm': '@page { size: 80mm 297mm; margin: 4mm 3mm 8mm }',
}

/** Puts the footer on every page of a sheet. */
const styleSheetPages = (index: number, footer: string): string =>
  `.sheet-${index} { page: sheet-${index} }
@page sheet-${index} { @bottom-left { content: "${footer.replaceAll(/[^\w .-]/g, '')}" } }`

/** A day and time in the zone of the book, the same in every language: `2026-03-01 16:00`. */
export function formatDateTime(at: number, timeZone: string): string {
  const { hour, minute } = zonedTime(at, timeZone)
  return `${dayOf(at, timeZone)} ${padTwo(hour)}:${padTwo(minute)}`
}

const padTwo = (value: number): string => String(value).padStart(2, '0')

/** The names and values of what a document says about itself; empty values are left out. */
export const renderFacts = (facts: readonly (readonly [name: string, value: string])[]): Markup =>
  html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        value !== '' &&
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
