/** `2026-02` → `2026年2月`. */
export const monthName = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`
