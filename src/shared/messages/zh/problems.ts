import type { en } from '#shared/messages/en.ts'

export const problems: (typeof en)['problems'] = {}
