/** Few enough that other requests wait less than 50 ms. */
export const ordersPerBatch = 50

export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The file's base name, without folders and control characters. */
export const cleanFileName = ({ name }: File): string =>
  name
    .split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200) || 'orders.csv'

/** The encoding that a content type names. */
export const parseCharset = (type: string): string | undefined => /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1]
