/** The id of the target of the link “Skip to content”: the main column of the page, or the panel that fills the page. */
export const contentId = 'content'
