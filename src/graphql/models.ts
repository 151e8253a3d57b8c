import type { PrismaModelTypes } from '@pothos/plugin-prisma';
import type { Row } from '../database/table.ts';
import type PrismaTypes from '../generated/pothos.ts';

type Relations<Model extends PrismaModelTypes> = {
  [Name in keyof Model['Relations']]: Omit<Model['Relations'][Name], 'Shape'> & {
    Shape: Model['Relations'][Name]['Shape'] extends (infer Item)[]
      ? Row<Item>[]
      : Row<Model['Relations'][Name]['Shape']>;
  };
};

/** The models as Pothos knows them, with rows as our reads return them: times are text there. */
export type Models = {
  [Name in keyof PrismaTypes]: Omit<PrismaTypes[Name], 'Shape' | 'Relations'> & {
    Shape: Row<PrismaTypes[Name]['Shape']>;
    Relations: Relations<PrismaTypes[Name]>;
  };
};
