import type { DocumentsTable } from '#server/db/schema/app.ts'
import type { PlannedDocument } from '#server/print/issue-documents.ts'
import { renderAddress } from '#server/print/render-address.ts'
import { type Markup, type PrintJob, renderDocument, renderFacts, type Sheet } from '#server/print/render-document.ts'
import * as store from '#server/print/store.ts'
import { formatCount } from '#shared/count.ts'
import { formatAmount, formatMoney } from '#shared/money.ts'
import type { IssuedKind } from '#shared/print/documents.ts'
import type { IssuedContent, IssuedLine } from '#shared/print/issued-content.ts'
import { dayOf } from '#shared/time.ts'
import { html } from 'hono/html'

type Printed = Pick<PlannedDocument, 'number' | 'isCopy'>

/** Invoices or credit notes as they were issued; those that were printed before are marked as copies. */
export function renderIssued(job: PrintJob, kind: IssuedKind, documents: readonly Printed[]): Promise<Response> {
  const { invoice, creditNote } = job.messages.documents
  const words = kind === 'invoice' ? invoice : creditNote
  return renderDocument(job, words.titles(documents.length), renderSheets(job, documents))
}

async function* renderSheets(job: PrintJob, documents: readonly Printed[]): AsyncGenerator<Sheet> {
  for (const { number, isCopy } of documents) {
    const document = await store.findDocument(job.db, number)
    const content = JSON.parse(document.content) as IssuedContent
    yield { footer: number, content: renderSheet(job, document, content, isCopy) }
  }
}

function renderSheet(job: PrintJob, document: DocumentsTable, content: IssuedContent, isCopy: boolean): Markup {
  const { documents } = job.messages
  const { seller, buyer } = content
  const isInvoice = 'subtotalMinor' in content
  const words = isInvoice ? documents.invoice : documents.creditNote
  const isSupplement = isInvoice && content.supplements !== undefined
  return html`
    <header class="head">
      <h2>${isSupplement ? documents.supplement.title : words.title}</h2>
      ${isCopy && html`<span class="mark">${documents.copy}</span>`}
    </header>
    <div class="parties">
      <section>
        <h3>${documents.seller}</h3>
        <p class="text"><b>${seller.name}</b><br />${seller.address}</p>
        ${seller.taxId && html`<p>${documents.taxId} ${seller.taxId}</p>`}
      </section>
      ${renderFacts([
        [words.number, document.number],
        [documents.issued, dayOf(document.issued_at, job.timeZone)],
        [documents.forInvoice, 'invoiceNumber' in content ? content.invoiceNumber : ''],
        [documents.supplement.of, isSupplement ? (content.supplements ?? '') : ''],
        [documents.order, content.orderNumber],
        [documents.shopNumber, content.shopNumber],
        [documents.placed, dayOf(content.placedAt, job.timeZone)],
      ])}
      <section>
        <h3>${documents.billTo}</h3>
        ${renderAddress(buyer, '', job.language)}
      </section>
    </div>
    ${renderLines(job, content)} ${renderTotals(job, content)}
    ${
      isInvoice &&
      seller.bank &&
      html`<section class="closing">
        <h3>${documents.bank}</h3>
        <p class="text">${seller.bank}</p>
      </section>`
    }
    ${seller.footer && html`<p class="text closing">${seller.footer}</p>`}
  `
}

function renderLines({ messages: { documents } }: PrintJob, content: IssuedContent): Markup {
  const { currency, lines } = content
  const isInvoice = 'subtotalMinor' in content
  const hasDiscount = lines.some(({ discountMinor }) => discountMinor > 0)
  const hasTax = lines.some(({ taxRate }) => Number(taxRate) > 0)
  const { others = [] } = content
  const renderLine = ({
    sku,
    name,
    quantity,
    unitPriceMinor,
    discountMinor,
    totalMinor,
    taxRate,
  }: IssuedLine): Markup =>
    html`<tr>
      <td class="item">${name}${sku && html`<br /><small>${sku}</small>`}</td>
      <td class="number">${formatCount(quantity)}</td>
      ${isInvoice && html`<td class="number unit">${formatAmount(unitPriceMinor, currency)}</td>`}
      ${hasDiscount && html`<td class="number">${discountMinor > 0 && formatAmount(-discountMinor, currency)}</td>`}
      ${hasTax && html`<td class="number">${taxRate && `${taxRate}%`}</td>`}
      <td class="number amount">${formatAmount(totalMinor, currency)}</td>
    </tr>`
  return html`<table class="money">
    <thead>
      <tr>
        <th class="wide">${documents.item}</th>
        <th class="number">${documents.quantity}</th>
        ${isInvoice && html`<th class="number">${documents.unitPrice}</th>`}
        ${hasDiscount && html`<th class="number">${documents.discount}</th>`}
        ${hasTax && html`<th class="number">${documents.taxRate}</th>`}
        <th class="number">${documents.amount} ${currency}</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(renderLine)}
      ${others.map(
        ({ reason, amountMinor }) =>
          html`<tr>
            <td class="item">${documents.creditNote.reasons[reason]}</td>
            <td class="number"></td>
            ${isInvoice && html`<td class="number"></td>`} ${hasTax && html`<td class="number"></td>`}
            <td class="number amount">${formatAmount(amountMinor, currency)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function renderTotals({ messages: { documents } }: PrintJob, content: IssuedContent): Markup {
  const { currency, taxesIncluded, totalMinor } = content
  const isInvoice = 'subtotalMinor' in content
  const row = (name: string, minor: number): Markup =>
    html`<div>
      <dt>${name}</dt>
      <dd>${formatMoney(minor, currency)}</dd>
    </div>`
  const taxes = (name: string): Markup[] =>
    content.taxes
      .filter(({ rate, taxMinor }) => taxMinor !== 0 || (rate === '0' && content.taxes.length > 1))
      .map(({ rate, netMinor, taxMinor }) =>
        row(rate === '' ? name : documents.taxAt(name, rate, formatAmount(netMinor, currency)), taxMinor),
      )
  return html`<dl class="totals">
    ${isInvoice && row(documents.subtotal, content.subtotalMinor)}
    ${isInvoice && content.shippingMinor > 0 && row(documents.shipping, content.shippingMinor)}
    ${!taxesIncluded && taxes(documents.tax)}
    <div class="total">
      <dt>${isInvoice ? documents.total : documents.creditNote.total}</dt>
      <dd>${formatMoney(totalMinor, currency)}</dd>
    </div>
    ${taxesIncluded && taxes(documents.taxIncluded)}
  </dl>`
}
