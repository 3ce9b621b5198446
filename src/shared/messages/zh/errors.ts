import type { en } from '#shared/messages/en.ts'

export const errors: (typeof en)['errors'] = {}
