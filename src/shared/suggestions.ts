/** Maximum number of suggestions of a field. */
export const maxSuggestions = 8
