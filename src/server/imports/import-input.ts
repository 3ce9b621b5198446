import { cutText } from '#shared/cut-text.ts'

/** Few enough that other requests wait less than 50 ms. */
export const ordersPerBatch = 50

export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The file's base name, without folders and control characters; `fallback` if nothing is left. */
export const cleanFileName = ({ name }: File, fallback: string): string =>
  cutText((name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, ' ').trim(), 200) || fallback

/** The encoding that a content type names. */
export const parseCharset = (type: string): string | undefined => /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1]
