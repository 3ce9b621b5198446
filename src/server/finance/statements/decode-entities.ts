import { ownValue } from '#shared/own-value.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: `'`, nbsp: ' ' }

/** The text of a value of SGML or XML: its character references and the five names that need no declaration. Others stay as they are. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
        (whole, hex?: string, digits?: string, name = '') => {
          const code = hex === undefined ? Number(digits ?? Number.NaN) : Number.parseInt(hex, 16)
          if (Number.isNaN(code)) return ownValue(named, name.toLowerCase()) ?? whole
          return code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
        },
      )
    : text
