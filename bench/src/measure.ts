import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './contenders.ts';
import type { LoadGenerator } from './load-generator.ts';
import { cpuTime, residentMemory } from './process-usage.ts';
import type { BenchRequest } from './requests.ts';
import { median } from './statistics.ts';

export interface Round {
  /** Answers per second. */
  throughput: number;
  /** Milliseconds of the server's processor time for one answer. */
  cpu: number;
  latencies: number[];
  /** Megabytes, the most that was seen. */
  memory: number;
  /** And the median of what was seen. */
  usualMemory: number;
  kilobytes: number;
}

const MEMORY_INTERVAL_MS = 100;

export async function measureRound(
  load: LoadGenerator,
  server: Server,
  requests: BenchRequest | readonly BenchRequest[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Round> {
  const memory = [residentMemory(server.pid)];
  const watching = setInterval(() => memory.push(residentMemory(server.pid)), MEMORY_INTERVAL_MS);
  const before = cpuTime(server.pid);
  const { latencies, bytes, failures, ...ran } = await load
    .run({ port: server.port, requests: [requests].flat().map((one) => wire(one, server.port)), connections, seconds })
    .finally(() => clearInterval(watching));
  const cpu = cpuTime(server.pid) - before;
  if (failures.length > 0) throw new Error(`${failures.length} answers were failures, e.g. ${failures[0]}`);
  // What it left to do (collecting garbage, closing connections) must not be the next one's.
  await sleep(100);
  return {
    throughput: latencies.length / ran.seconds,
    cpu: cpu / latencies.length,
    latencies,
    memory: Math.max(...memory, residentMemory(server.pid)),
    usualMemory: median(memory),
    kilobytes: bytes / latencies.length / 1_024,
  };
}

/** The request as bytes of HTTP/1.1. */
function wire({ method, path, headers, body }: BenchRequest, port: number): string {
  const all = { host: `127.0.0.1:${port}`, accept: 'application/json', connection: 'keep-alive', ...headers };
  const lines = Object.entries(body ? { ...all, 'content-length': Buffer.byteLength(body) } : all);
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** One answer, read. */
export async function ask(server: Server, { method, path, headers, body, read }: BenchRequest): Promise<unknown> {
  const url = `http://127.0.0.1:${server.port}${path}`;
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    body: body || null,
  });
  const text = await response.text();
  if (response.status !== 200 || text.includes('"errors":')) throw new Error(`${path}: ${text.slice(0, 1_000)}`);
  return read(JSON.parse(text) as never);
}
