import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { ExecutionResult } from 'graphql';
import { type Context, viewerOf } from '../context.ts';
import { AppError } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../http/http.ts';
import { UploadedFile } from '../input/uploaded-file.ts';
import { isObject, type OperationParams, operationProblem, requestFailure, resultResponse } from './operation.ts';
import type { GraphQLServer } from './server.ts';

/** The three parts that an upload has, and some that a client may add. */
const MAX_FIELDS = 10;

/**
 * The GraphQL multipart request specification for one file: `operations`, `map`, then the file. The operation starts
 * when the file does and reads it as it arrives, so no more of it is held than a few pieces.
 */
export async function answerUpload(
  request: HttpRequest,
  context: Context,
  graphql: GraphQLServer,
): Promise<HttpResponse> {
  // Of strangers not even a piece is read.
  viewerOf(context);
  const parser = parserOf(request, context.config.BODY_LIMIT_BYTES);
  if (!parser) return requestFailure(400, 'The multipart body has no boundary.');
  const parts = new Map<string, string>();
  let file: BusboyFileStream | undefined;
  let answered = false;

  const run = async (params: OperationParams): Promise<ExecutionResult> => {
    const found = graphql.find(params, context);
    return 'errors' in found ? found : graphql.execute(found, context);
  };
  const answer = new Promise<HttpResponse>((resolve) => {
    const refuse = (text: string) => resolve(requestFailure(400, text));
    parser.on('field', (name, value) => void parts.set(name, value));
    parser.on('file', (name, stream, fileName) => {
      file = stream;
      // It may break off before anybody reads it, and an error that nobody listens to ends the process.
      stream.on('error', () => {});
      const operation = readOperation(parts, name, new UploadedFile(fileName ?? '', bytesOf(stream)));
      if (typeof operation === 'string') return refuse(operation);
      void run(operation).then((result) => resolve(resultResponse(request, result)));
    });
    parser.on('finish', () => {
      if (!file) refuse('The request has no file.');
    });
    const cutOff = () => {
      if (file) file.destroy();
      else refuse('The multipart body is not valid.');
    };
    parser.on('error', cutOff);
    pump(request, parser, () => answered).catch(cutOff);
  });

  const response = await answer;
  answered = true;
  // What was answered without reading all of it needs no more; the parser must not wait for it.
  file?.resume();
  return response;
}

async function* bytesOf(stream: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch {
    throw new AppError('BAD_REQUEST', 'The upload ended before its file did.');
  }
}

function parserOf({ headers }: HttpRequest, fieldSize: number): BusboyInstance | null {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      preservePath: true,
      limits: { fields: MAX_FIELDS, fieldSize, files: 1 },
    });
  } catch {
    return null;
  }
}

async function pump(request: HttpRequest, parser: BusboyInstance, isAnswered: () => boolean): Promise<void> {
  for await (const chunk of request.stream()) {
    if (isAnswered()) return;
    // Called back when the file's reader has room for more.
    await new Promise<void>((resolve, reject) => {
      parser.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
  parser.end();
}

/** The operation with the file among its variables, or what is wrong with it. */
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
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** False when the path does not lead to a null that is there. */
function put(target: unknown, [name, ...rest]: string[], file: UploadedFile): boolean {
  if (name === undefined || typeof target !== 'object' || target === null || !Object.hasOwn(target, name)) return false;
  const holder = target as Record<string, unknown>;
  if (rest.length > 0) return put(holder[name], rest, file);
  if (holder[name] !== null) return false;
  holder[name] = file;
  return true;
}
