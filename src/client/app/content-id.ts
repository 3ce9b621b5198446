/** The id of what the link “Skip to content” leads to: the main column of the page, or the panel that fills it. */
export const contentId = 'content'
