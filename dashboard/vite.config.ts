import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run dashboard` serves the sources beside a server on port 4000; `npm run generate` builds them (scripts/build-dashboard.ts). */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // A built file is one of the server's assets, a page below /app.
  base: command === 'build' ? '/assets/' : '/app/',
  plugins: [react()],
  server: { proxy: { '/graphql': process.env.API ?? 'http://127.0.0.1:4000' } },
  build: {
    write: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'app-[hash].js',
        chunkFileNames: 'app-[name]-[hash].js',
        assetFileNames: 'app-[name]-[hash][extname]',
      },
    },
  },
}));
