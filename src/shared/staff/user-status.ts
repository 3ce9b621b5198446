export const userStatuses = ['pending', 'active', 'suspended', 'archived'] as const
export type UserStatus = (typeof userStatuses)[number]
