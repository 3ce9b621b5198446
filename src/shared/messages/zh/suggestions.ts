import type { suggestions as en } from '#shared/messages/en/suggestions.ts'

export const suggestions: typeof en = {
  list: '建议',
  count: (count) => `${count} 条建议`,
  filledIn: (name) => `已按“${name}”填好`,
  unknownCountry: (text) => `没有名为“${text}”的国家或地区，将按输入的文字保存。`,
}
