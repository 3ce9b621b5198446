/** Whether a spreadsheet program has rounded a long number to a form such as `1.38E+10`: its digits are lost, and many would share it. */
export const isRoundedNumber = (text: string): boolean => /^\d+(?:[.,]\d+e|e\+|[.,]\d+e\+)\d+$/i.test(text)
