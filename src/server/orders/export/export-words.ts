import { getMessages } from '#server/messages.ts'
import { providerNames } from '#server/orders/provider-names.ts'
import type { Locale } from '#shared/locales.ts'
import { ordersExport as en } from '#shared/messages/en/orders-export.ts'
import { ordersExport as zh } from '#shared/messages/zh/orders-export.ts'
import type { orderExportFormats } from '#shared/orders/export-formats.ts'

const texts = { en, zh }

/** What a file with orders says in words: its headings, and its values that are not numbers, times or entered by someone. */
export interface ExportWords extends Pick<typeof en, 'columns' | 'lineColumns' | 'lineKinds' | 'yes' | 'no'> {
  statuses: Pick<ReturnType<typeof getMessages>['common']['statuses'], 'order' | 'payment' | 'fulfillment'>
  nameProvider: (provider: string) => string
}

/** The words of a file in a language. A file for programs has the values of the API in every language. */
export function createExportWords(locale: Locale, format: (typeof orderExportFormats)[number]): ExportWords {
  const { statuses } = getMessages(locale).common
  const words = { ...texts[locale], statuses, nameProvider: providerNames[locale] }
  if (format !== 'csv') return words
  return {
    ...words,
    lineKinds: { item: 'item', shipping: 'shipping' },
    yes: 'yes',
    no: 'no',
    statuses: {
      order: toCodes(statuses.order),
      payment: toCodes(statuses.payment),
      fulfillment: toCodes(statuses.fulfillment),
    },
    nameProvider: (provider) => provider,
  }
}

/** Each name replaced by its key. */
const toCodes = <Names extends object>(names: Names): Record<keyof Names, string> =>
  Object.fromEntries(Object.keys(names).map((code) => [code, code])) as Record<keyof Names, string>
