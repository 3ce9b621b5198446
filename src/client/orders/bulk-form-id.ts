/** The form of the actions on the selected orders, to which the checkboxes of the rows belong. */
export const bulkFormId = 'selected-orders'
