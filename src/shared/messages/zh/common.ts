import type { en } from '#shared/messages/en.ts'

export const common: (typeof en)['common'] = {}
