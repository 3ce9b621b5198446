/** The address of the icon, for `<link rel="icon">`. */
export const faviconPath = '/favicon.svg'

/** A page of a ledger: the two ruled lines of its margin and a K in the house's green. */
export const favicon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<rect width="32" height="32" rx="7" fill="#00823a"/>' +
  '<path d="M7.5 5v22" stroke="#fff" stroke-opacity=".45"/>' +
  '<path d="M12.5 8v16M22.5 8l-9 8.4L23 24" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>' +
  '</svg>\n'
