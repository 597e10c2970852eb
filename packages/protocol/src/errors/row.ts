/** Code, status and text of an error in a response. */
export type ErrorRow = { readonly code: number; readonly status: number; readonly message: string }
