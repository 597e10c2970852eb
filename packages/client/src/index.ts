export { ApiClient, type ApiClientOptions } from './api/api-client.ts'
export { ApiFailure, type FactorRequest, type FieldErrors } from './api/failure.ts'
export { Http, type HttpOptions, type HttpRequest, type QueryValue } from './api/http.ts'
export { compression, type Decompressor } from './connection/compression.ts'
export { type ConnectionOptions, GatewayConnection, type Socket } from './connection/connection.ts'
export { PacedSends, type PacedSendsParts } from './connection/paced-sends.ts'
export type { ConnectionStatus } from './connection/state.ts'
export type {
  BodyOf,
  Call,
  CallOptions,
  EventName,
  Given,
  OperationId,
  RequestOf,
  ResponseOf,
} from './contract/contract.ts'
export type { Events, GameForms } from './contract/generated/events.ts'
export type { Operations } from './contract/generated/operations.ts'
export { importAgain } from './contract/import-again.ts'
export type { Upload } from './contract/upload.ts'
