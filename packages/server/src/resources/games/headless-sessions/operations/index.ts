import { createHeadlessSession } from './create-headless-session.ts'
import { deleteHeadlessSession } from './delete-headless-session.ts'

export const headlessSessionOperations = [createHeadlessSession, deleteHeadlessSession]
