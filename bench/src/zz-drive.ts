// usage: tsx drive.ts SHAPE SECONDS ROUNDS name=port ...   alternates, prints req/s and CPU per request of server, pg, load
import fs from 'node:fs';
import { LoadGenerator } from '/work/main/bench/src/load-generator.ts';
import { requestOf } from '/work/main/bench/src/requests.ts';
const ds = JSON.parse(fs.readFileSync('/tmp/acct/ds.json','utf8'));
const [shape, seconds, rounds, ...servers] = process.argv.slice(2);
const load = new LoadGenerator();
const connections = +(process.env.CONN ?? 8);
function cpuAll(pids: number[]) { let t=0; for (const p of pids) try { const s=fs.readFileSync(`/proc/${p}/stat`,'utf8'); const r=s.slice(s.lastIndexOf(')')+2).split(' '); t+=(+r[11]!)+(+r[12]!);} catch {} return t*10; }
const pgPids=()=>fs.readdirSync("/proc").filter(p=>/^\d+$/.test(p)).filter(p=>{try{return fs.readFileSync(`/proc/${p}/cmdline`,"utf8").includes("bench_")&&fs.readFileSync(`/proc/${p}/comm`,"utf8").startsWith("postgres")}catch{return false}}).map(Number);
const pidOf=(port: string)=>{ const out=require('node:child_process').execSync(`ss -ltnpH 'sport = :${port}'`).toString(); return Number(/pid=(\d+)/.exec(out)![1]); };
import { createRequire } from 'node:module'; const require=createRequire(import.meta.url);
const wire=({method,path,headers,body}:any,port:string)=>{const all:any={host:`127.0.0.1:${port}`,accept:'application/json',connection:'keep-alive',...headers};const lines=Object.entries(body?{...all,'content-length':Buffer.byteLength(body)}:all);return `${method} ${path} HTTP/1.1\r\n${lines.map(([n,v])=>`${n}: ${v}\r\n`).join('')}\r\n${body}`};
const res: Record<string, number[][]> = {};
for (let r=-1;r<+rounds!;r++) for (let i=0;i<servers.length;i++) {
  const [name,port]=servers[(i+r+servers.length)%servers.length]!.split('=') as [string,string];
  const kind = name.startsWith('floor')?'floor-a':name.startsWith('merc')?'mercurius':'ours';
  const req=wire(requestOf(kind as never, shape as never, ds, '/work/main'),port);
  const spid=pidOf(port), pp=pgPids();
  const tot=()=>{const c=fs.readFileSync('/proc/stat','utf8').split('\n')[0]!.split(/ +/).slice(1).map(Number);return (c[0]!+c[1]!+c[2]!+c[5]!+c[6]!)*10};const b=[cpuAll([spid]),tot(),cpuAll([load.pid])];
  const {latencies,failures,...ran}=await load.run({port:+port,requests:[req],connections,seconds:r<0?2:+seconds!});
  if(failures.length) throw new Error(failures[0]);
  const a=[cpuAll([spid]),tot(),cpuAll([load.pid])];
  if(r>=0)(res[name]??=[]).push([latencies.length/ran.seconds, ...a.map((x,k)=>1000*(x-b[k]!)/latencies.length), (a[1]!-b[1]!)/1000/ran.seconds]);
  await new Promise(r=>setTimeout(r,150));
}
const med=(x:number[])=>x.sort((a,b)=>a-b)[x.length>>1]!;
const first=servers[0]!.split('=')[0]!;
const ratio=(n:string)=>res[n]!.map((x,i)=>x[0]!/res[first]![i]![0]!);
for(const n in res){const m=[0,1,2,3,4].map(k=>med(res[n]!.map(x=>x[k]!)));console.log(n.padEnd(12),m[0]!.toFixed(0),'/s  ×',med(ratio(n)).toFixed(3),`[${ratio(n).map(x=>x.toFixed(2)).join(' ')}]`,` server ${m[1]!.toFixed(0)} µs, others ${(m[2]!-m[1]!-m[3]!).toFixed(0)}, load ${m[3]!.toFixed(0)}, busy ${m[4]!.toFixed(2)}`)}
load.close();
