/** The periods of the home page. */
export const periods = ['today', '7d', 'month', 'all'] as const
export type Period = (typeof periods)[number]
