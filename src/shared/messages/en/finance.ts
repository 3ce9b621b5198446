export const finance = {}
