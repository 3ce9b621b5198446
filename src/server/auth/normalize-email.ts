/** The normalized email that identifies an account. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase()
