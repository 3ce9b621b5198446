/** Few enough that other requests wait less than 50 ms. */
export const ordersPerBatch = 50

export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The encoding that a content type names. */
export const parseCharset = (type: string): string | undefined => /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1]
