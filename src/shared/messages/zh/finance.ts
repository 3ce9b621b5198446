import type { en } from '#shared/messages/en.ts'

export const finance: (typeof en)['finance'] = {}
