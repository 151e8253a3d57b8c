import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { isObject, parseJson } from 'plain-json';
import { viewerOf } from '../context.ts';
import { AppError } from '../errors.ts';
import { TransportError } from '../http/http.ts';
import { UploadedFile } from '../input/uploaded-file.ts';
import { type OperationParams, operationProblem, sendResult } from './operation.ts';
import type { GraphQLServer } from './server.ts';

/** An upload has three parts, and clients may add some. */
const MAX_FIELDS = 10;

/** The parser checks its syntax. */
export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/**
 * The GraphQL multipart request specification for one file: `operations`, `map`, then the file. The operation starts
 * when the file starts and reads it as it arrives, so only a few chunks are in memory.
 */
export async function answerUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  graphql: GraphQLServer,
  fieldSize: number,
): Promise<FastifyReply> {
  const { context, raw } = request;
  // Of callers without a token not a single chunk is read.
  viewerOf(context);
  const parser = parserOf(request, fieldSize);
  const parts = new Map<string, string>();
  let file: BusboyFileStream | undefined;

  const run = async (params: OperationParams): Promise<ExecutionResult> => {
    const found = graphql.find(params, context);
    return 'errors' in found ? found : graphql.execute(found, context);
  };
  const result = await new Promise<ExecutionResult>((resolve, reject) => {
    const refuse = (text: string) => reject(new TransportError(400, text));
    parser.on('field', (name, value) => void parts.set(name, value));
    parser.on('file', (name, stream, fileName) => {
      file = stream;
      // The stream may fail before anybody reads it, and an error without a listener ends the process.
      stream.on('error', () => {});
      const operation = readOperation(parts, name, new UploadedFile(fileName ?? '', bytesOf(stream)));
      if (typeof operation === 'string') return refuse(operation);
      resolve(run(operation));
    });
    parser.on('finish', () => {
      if (!file) refuse('The request has no file.');
    });
    const cutOff = () => {
      if (file) file.destroy();
      else refuse('The multipart body is not valid.');
    };
    parser.on('error', cutOff);
    raw.once('error', cutOff).once('close', () => raw.readableEnded || cutOff());
    raw.pipe(parser);
  }).finally(() => {
    // The operation was answered without reading the whole file. The parser must not wait for a reader.
    raw.unpipe(parser);
    raw.resume();
    file?.resume();
  });
  return sendResult(request, reply, result);
}

async function* bytesOf(stream: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch {
    throw new AppError('BAD_REQUEST', 'The upload ended before its file did.');
  }
}

function parserOf({ headers }: FastifyRequest, fieldSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      preservePath: true,
      limits: { fields: MAX_FIELDS, fieldSize, files: 1 },
    });
  } catch {
    throw new TransportError(400, 'The multipart body has no boundary.');
  }
}

/** The operation with the file among its variables, or the error. */
function readOperation(parts: ReadonlyMap<string, string>, part: string, file: UploadedFile): OperationParams | string {
  const operation = parsed(parts.get('operations'));
  const map = parsed(parts.get('map'));
  if (operation === undefined || map === undefined) return 'The parts operations and map must precede the file.';
  const problem = operationProblem(operation);
  if (problem) return problem;
  const paths = isObject(map) ? map[part] : undefined;
  if (!Array.isArray(paths) || !paths.every((path) => put(operation, String(path).split('.'), file))) {
    return 'The map must lead from the file to a variable that is null.';
  }
  return operation as OperationParams;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** False when the path does not lead to an existing null. */
function put(target: unknown, [name, ...rest]: string[], file: UploadedFile): boolean {
  if (name === undefined || typeof target !== 'object' || target === null || !Object.hasOwn(target, name)) return false;
  const holder = target as Record<string, unknown>;
  if (rest.length > 0) return put(holder[name], rest, file);
  if (holder[name] !== null) return false;
  holder[name] = file;
  return true;
}
