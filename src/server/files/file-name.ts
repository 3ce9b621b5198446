import { cutText } from '#shared/cut-text.ts'

/** The file's base name, without folders and control characters; `fallback` if nothing is left. */
export const cleanFileName = ({ name }: File, fallback: string): string =>
  cutText((name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, ' ').trim(), 200) || fallback
