import type { en } from '#shared/messages/en.ts'

export const workbench: (typeof en)['workbench'] = {}
