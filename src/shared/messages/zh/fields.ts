import type { en } from '#shared/messages/en.ts'

export const fields: (typeof en)['fields'] = {}
