"""Who stands where: results in, tables that explain themselves out."""
